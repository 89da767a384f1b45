import { nodeFuse, printVersionAnswer } from '../../src/compiler/8-write/sea/make-executable.ts';

const machines: Readonly<Record<string, number>> = {
  'linux-x64': 62,
  'linux-arm64': 183,
  'darwin-x64': 0x01000007,
  'darwin-arm64': 0x0100000c,
  'win32-x64': 0x8664,
  'win32-arm64': 0xaa64,
};

/** Bytes that look like a single executable of a server: a header, the mark of an application, the answer to --version. */
export function fakeExecutable(platform: string, version: string): Buffer {
  const header = Buffer.alloc(256);
  const machine = machines[platform] ?? 0;
  if (platform.startsWith('linux')) {
    header.writeUInt32BE(0x7f454c46, 0);
    header[4] = 2;
    header.writeUInt16LE(machine, 18);
  } else if (platform.startsWith('darwin')) {
    header.writeUInt32LE(0xfeedfacf, 0);
    header.writeUInt32LE(machine, 4);
  } else {
    header.write('MZ', 0, 'latin1');
    header.writeUInt32LE(128, 0x3c);
    header.write('PE\0\0', 128, 'latin1');
    header.writeUInt16LE(machine, 132);
  }
  return Buffer.concat([header, Buffer.from(`${nodeFuse}:1 ${printVersionAnswer(version)}`)]);
}
