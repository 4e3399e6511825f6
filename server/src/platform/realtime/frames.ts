/** WebSocket frames of a server (RFC 6455, 5.2): unmasked, unfragmented, made once and written to many. */
const opcodes = { text: 0x1, binary: 0x2, ping: 0x9 } as const;

function frame(opcode: keyof typeof opcodes, payload: Buffer): Buffer {
  const { length } = payload;
  const extended = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const made = Buffer.allocUnsafe(2 + extended + length);
  made[0] = 0x80 | opcodes[opcode];
  made[1] = extended === 0 ? length : extended === 2 ? 126 : 127;
  if (extended === 2) made.writeUInt16BE(length, 2);
  if (extended === 8) made.writeBigUInt64BE(BigInt(length), 2);
  payload.copy(made, 2 + extended);
  return made;
}

export const textFrame = (text: string): Buffer => frame('text', Buffer.from(text));
export const binaryFrame = (bytes: Buffer): Buffer => frame('binary', bytes);
export const pingFrame: Buffer = frame('ping', Buffer.alloc(0));
