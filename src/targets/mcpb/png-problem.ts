const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxBytes = 1024 * 1024;

/** Why a file is no icon: a sentence that follows its name; undefined for a PNG image of a sensible size. */
export function pngProblem(bytes: Uint8Array): string | undefined {
  const image = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (image.length < 24 || !image.subarray(0, 8).equals(signature) || image.toString('latin1', 12, 16) !== 'IHDR') return 'is no PNG image';
  if (image.readUInt32BE(16) === 0 || image.readUInt32BE(20) === 0) return 'is a PNG image without pixels';
  return bytes.byteLength > maxBytes ? 'is larger than 1 MB' : undefined;
}
