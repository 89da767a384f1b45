/** Platforms for which Node is released as one file. */
export const executablePlatforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'] as const;

const elfMachines: Readonly<Record<number, string>> = { 62: 'linux-x64', 183: 'linux-arm64' };
const machMachines: Readonly<Record<number, string>> = { 0x01000007: 'darwin-x64', 0x0100000c: 'darwin-arm64' };
const windowsMachines: Readonly<Record<number, string>> = { 0x8664: 'win32-x64', 0xaa64: 'win32-arm64' };

/** The platform of a program (ELF, Mach-O or PE with 64 bits) by its header; undefined for anything else. */
export function executablePlatform(given: Uint8Array): string | undefined {
  const bytes = Buffer.from(given.buffer, given.byteOffset, Math.min(given.byteLength, 4096));
  if (bytes.byteLength < 64) return undefined;
  if (bytes.readUInt32BE(0) === 0x7f454c46 && bytes[4] === 2) return elfMachines[bytes.readUInt16LE(18)];
  if (bytes.readUInt32LE(0) === 0xfeedfacf) return machMachines[bytes.readUInt32LE(4)];
  if (bytes.toString('latin1', 0, 2) !== 'MZ') return undefined;
  const header = bytes.readUInt32LE(0x3c);
  const isHeader = header <= bytes.byteLength - 6 && bytes.toString('latin1', header, header + 4) === 'PE\0\0';
  return isHeader ? windowsMachines[bytes.readUInt16LE(header + 4)] : undefined;
}
