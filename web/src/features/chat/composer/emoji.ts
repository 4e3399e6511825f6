/** A small set, by what one wants to say; a system's own keyboard has the rest. */
export const emojiGroups = {
  faces: '😀 😄 😂 🤣 😊 🙂 😉 😍 🥰 😘 😎 🤩 🤗 🤔 🤨 😐 😬 🙄 😴 😮 😢 😭 😤 😅 🥳 🤯 😇 🫠',
  hands: '👍 👎 👏 🙌 🙏 👋 🤝 💪 ✌️ 🤞 👌 🤙 👉 👆 ✋ 🫶 🤷 🙋 🙇 💁',
  hearts: '❤️ 🧡 💛 💚 💙 💜 🖤 🤍 💔 💯 ✨ ⭐ 🔥 🎉 🎊 🏆 🥇 🚀 💡 ⚡',
  things: '☕ 🍵 🍺 🥂 🍕 🍰 🎂 🎵 🎤 🎧 🎬 📷 💻 📱 📅 ⏰ 📌 📎 📚 ✏️ 🔒 🔑 🎁 🌍 🌙 ☀️ 🌈 🌱',
  signs: '✅ ❌ ❓ ❗ ⚠️ ➕ ➖ ➡️ ⬅️ ⬆️ ⬇️ 🔁 🆗 🆕 💬 👀 🕐 ♻️',
} as const;
export type EmojiGroup = keyof typeof emojiGroups;
export const emojiGroupNames = Object.keys(emojiGroups) as readonly EmojiGroup[];
