import { object, text } from './rules.ts';
import type { Field } from './setting-row.ts';

/** The public registry. */
export const standardRegistry = 'https://registry.modelcontextprotocol.io';

const mcpbPackage = object({
  mcpb: { rule: text, required: true, summary: 'Address under which the .mcpb file is released.' },
  file: { rule: text, summary: 'The same file here, for its SHA-256; absent: dist/mcpb/<name>-<version>.mcpb.' },
});

/** Settings of `service registry`. */
export const registry: Field = {
  summary: 'Where `service registry` lists the server, and by which ways clients get it.',
  rule: object({
    url: { rule: text, summary: 'Public https address of the server; one without a path gets the path of the endpoint. --url wins.' },
    registryUrl: { rule: text, summary: 'Registry to publish to; --registry wins.', standard: standardRegistry },
    packages: {
      rule: { kind: 'list', of: { kind: 'either', of: [{ kind: 'text', choices: ['npm'] }, mcpbPackage] } },
      summary: 'Packages to list: npm for the package of package.json, { mcpb } for a released archive.',
    },
  }),
};
