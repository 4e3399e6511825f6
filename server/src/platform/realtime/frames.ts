/**
 * WebSocket frames of a server (RFC 6455, 5.2): unmasked and unfragmented, encoded once and written to many
 * connections.
 */
const opcodes = { text: 0x1, binary: 0x2, ping: 0x9 } as const;

function frame(opcode: keyof typeof opcodes, payload: Buffer): Buffer {
  const { length } = payload;
  const extended = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const bytes = Buffer.allocUnsafe(2 + extended + length);
  bytes[0] = 0x80 | opcodes[opcode];
  bytes[1] = extended === 0 ? length : extended === 2 ? 126 : 127;
  if (extended === 2) bytes.writeUInt16BE(length, 2);
  if (extended === 8) bytes.writeBigUInt64BE(BigInt(length), 2);
  payload.copy(bytes, 2 + extended);
  return bytes;
}

export const textFrame = (text: string): Buffer => frame('text', Buffer.from(text));
export const binaryFrame = (bytes: Buffer): Buffer => frame('binary', bytes);
export const pingFrame: Buffer = frame('ping', Buffer.alloc(0));
