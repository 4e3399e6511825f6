/** A small set of emoji by group; the keyboard of the operating system has the others. */
export const emojiGroups = {
  faces: '😀 😄 😂 🤣 😊 🙂 😉 😍 🥰 😘 😎 🤩 🤗 🤔 🤨 😐 😬 🙄 😴 😮 😢 😭 😤 😅 🥳 🤯 😇 🫠',
  hands: '👍 👎 👏 🙌 🙏 👋 🤝 💪 ✌️ 🤞 👌 🤙 👉 👆 ✋ 🫶 🤷 🙋 🙇 💁',
  hearts: '❤️ 🧡 💛 💚 💙 💜 🖤 🤍 💔 💯 ✨ ⭐ 🔥 🎉 🎊 🏆 🥇 🚀 💡 ⚡',
  objects: '☕ 🍵 🍺 🥂 🍕 🍰 🎂 🎵 🎤 🎧 🎬 📷 💻 📱 📅 ⏰ 📌 📎 📚 ✏️ 🔒 🔑 🎁 🌍 🌙 ☀️ 🌈 🌱',
  symbols: '✅ ❌ ❓ ❗ ⚠️ ➕ ➖ ➡️ ⬅️ ⬆️ ⬇️ 🔁 🆗 🆕 💬 👀 🕐 ♻️',
} as const;
export type EmojiGroup = keyof typeof emojiGroups;
export const emojiGroupNames = Object.keys(emojiGroups) as readonly EmojiGroup[];
