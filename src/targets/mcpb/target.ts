import { defineTarget, type OutputFile, type TargetInput } from '../../compiler/target.ts';
import { nodeTarget } from '../node/target.ts';
import { questionsOf } from './user-config.ts';
import { printJson } from '../../std/texts.ts';
import { iconFile, manifestOf } from './manifest.ts';

/** `<name>-<version>.mcpb`, with native add-ons `<name>-<version>-<platform>.mcpb`, of characters that every file system has. */
export const archiveName = ({ name, nativePlatform, version }: Pick<TargetInput, 'name' | 'nativePlatform' | 'version'>): string =>
  `${[name, version, ...(nativePlatform === undefined ? [] : [nativePlatform])].map(fileNamePart).join('-')}.mcpb`;

const fileNamePart = (text: string): string => text.replaceAll(/[^\w.+-]+/g, '-').slice(0, 100);

/** An archive (MCPB) that a client on a person's own machine installs and starts itself, over stdio. */
export const mcpbTarget = defineTarget({
  ...nodeTarget,
  name: 'mcpb',
  // One archive serves every system.
  supports: { ...nodeTarget.supports, nativeAddons: false },
  bundle: { ...nodeTarget.bundle, mayBeModule: false, folder: 'server', fileName: () => 'index.js', assetFolder: () => 'assets' },
  installationAnswers: {
    module: '@service/sdk/hosts/installation-answers',
    exportName: 'takeInstallationAnswers',
    of: (packaging) => questionsOf(packaging).asked.map((question) => ({ ...question })),
  },
  archive: { firstFile: 'manifest.json', fileName: archiveName },
  startCheck: () => ({ kind: 'stdio', script: 'server/index.js' }),
  executable: (_name, platform) => `bin/${platform}/server`,
  files: mcpbFiles,
});

/** Beside the bundle in `server/`: the manifest, what makes the bundle CommonJS wherever it is unpacked, and the icon. */
function mcpbFiles(input: TargetInput): readonly OutputFile[] {
  const { icon } = input.packaging;
  return [
    { path: 'manifest.json', contents: printJson(manifestOf(input)) },
    { path: 'server/package.json', contents: printJson({ type: 'commonjs' }) },
    ...(icon === undefined ? [] : [{ path: iconFile, contents: Buffer.from(icon, 'base64') }]),
  ];
}
