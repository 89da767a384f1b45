import { printJson } from '../../std/texts.ts';
import type { OutputFile, TargetInput } from '../../compiler/target.ts';
import { iconFile, manifestOf } from './manifest.ts';

/** `<name>-<version>.mcpb`, with native add-ons `<name>-<version>-<platform>.mcpb`, of characters that every file system has. */
export const archiveName = ({ name, nativePlatform, version }: Pick<TargetInput, 'name' | 'nativePlatform' | 'version'>): string =>
  `${[name, version, ...(nativePlatform === undefined ? [] : [nativePlatform])].map(fileNamePart).join('-')}.mcpb`;

const fileNamePart = (text: string): string => text.replaceAll(/[^\w.+-]+/g, '-').slice(0, 100);

/** Beside the bundle in `server/`: the manifest, what makes the bundle CommonJS wherever it is unpacked, and the icon. */
export function mcpbFiles(input: TargetInput): readonly OutputFile[] {
  const { icon } = input.packaging;
  return [
    { path: 'manifest.json', contents: printJson(manifestOf(input)) },
    { path: 'server/package.json', contents: printJson({ type: 'commonjs' }) },
    ...(icon === undefined ? [] : [{ path: iconFile, contents: Buffer.from(icon, 'base64') }]),
  ];
}
