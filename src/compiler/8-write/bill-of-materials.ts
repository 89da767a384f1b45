import { printJson } from '../../std/texts.ts';
import type { PackagedLibrary } from '../compile-types.ts';
import { sha256 } from './sha256.ts';
import type { OutputFile } from '../target.ts';

interface Described {
  readonly name: string;
  readonly version: string;
  readonly libraries: readonly PackagedLibrary[];
  /** SHA-256 of the bundle. */
  readonly digest: string;
}

/** What is in an artifact: a CycloneDX 1.6 document for scanners and the licences for readers. Equal builds give equal files. */
export const materialFiles = (described: Described): readonly OutputFile[] => [
  { path: 'sbom.cdx.json', contents: printJson(billOf(described)) },
  { path: 'licenses.txt', contents: licensesOf(described) },
];

const billOf = ({ digest, libraries, name, version }: Described): object => ({
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: `urn:uuid:${uuidOf(digest + version)}`,
  version: 1,
  metadata: {
    tools: { components: [{ type: 'application', name: '@service/cli' }] },
    component: { type: 'application', 'bom-ref': 'server', name, version, hashes: [{ alg: 'SHA-256', content: digest }] },
  },
  components: libraries.map((one) => ({
    type: 'library',
    'bom-ref': purlOf(one),
    ...groupAndName(one.name),
    version: one.version,
    purl: purlOf(one),
    ...(one.license === undefined ? {} : { licenses: [licenseOf(one.license)] }),
  })),
  dependencies: [{ ref: 'server', dependsOn: libraries.map(purlOf) }],
});

/** An SPDX expression where it reads as one, else a name: validators refuse other texts as expressions. */
const licenseOf = (license: string): object =>
  /^[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*$|^\(.+\)$/.test(license) && !/^(?:SEE|UNLICENSED)/i.test(license)
    ? { expression: license }
    : { license: { name: license } };

const groupAndName = (name: string): object =>
  name.startsWith('@') ? { group: name.slice(0, name.indexOf('/')), name: name.slice(name.indexOf('/') + 1) } : { name };

/** https://github.com/package-url/purl-spec: the `@` of a scope is escaped. */
const purlOf = ({ name, version }: PackagedLibrary): string => `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;

/** RFC 9562 version 8: the bits are those of a hash, so that equal builds have one number. */
function uuidOf(text: string): string {
  const hex = sha256(text);
  const variant = ((parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20, 32)].join('-');
}

function licensesOf({ libraries, name, version }: Described): string {
  const parts = libraries.map(
    (one) => `${one.name} ${one.version}: ${one.license ?? 'no licence named'}\n\n${one.texts.join('\n\n') || '(no licence text)'}\n`,
  );
  const rule = `\n${'-'.repeat(80)}\n\n`;
  return [`Packages in ${name} ${version} and their licences\n`, ...parts].join(rule);
}
