import { defaultNodeVersion, isOlderThanDefault, nodeVersionPattern } from '@service/sdk/options';
import { deployments } from './deployment-settings.ts';
import { setup } from './mcpb-settings.ts';
import { later, object, onOff, path, port, positive, refused, text, textMap, texts, transportKind } from './rules.ts';
import type { Fields, Rule, Field } from './setting-row.ts';

/** The public registry. */
export const standardRegistry = 'https://registry.modelcontextprotocol.io';

const mcpbPackage = object({
  mcpb: { rule: text, required: true, summary: 'Address under which the .mcpb file is released.' },
  file: { rule: text, summary: 'The same file here, for its SHA-256; absent: dist/mcpb/<name>-<version>.mcpb.' },
});

/** Settings of `service registry`. */
const registry: Field = {
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

/** `claude` is one of the two Claude clients, unless it has an entry of its own. */
export const clientNames = ['claude', 'claude-code', 'claude-desktop', 'cursor', 'windsurf', 'vscode'];

const clients: Field = {
  summary: 'Entries of clients (eject-mcp-config).',
  rule: {
    kind: 'map',
    keys: clientNames,
    of: object({
      name: {
        rule: { kind: 'text', pattern: '.', patternSays: 'is not empty' },
        summary: 'Key of the entry.',
        standard: "the server's name",
      },
      transport: {
        rule: transportKind,
        summary: 'Transport. Without it: stdio for command or args, http for url, else transport.default.',
      },
      command: { rule: text, summary: 'Program.', standard: 'transport.stdio.command' },
      args: { rule: texts, summary: 'Arguments.', standard: 'transport.stdio.args' },
      env: { rule: textMap, summary: 'Variables, over env.ship and env.shared.' },
      url: { rule: text, summary: 'Address.', standard: 'http://<transport.http.host>:<port><path>' },
    }),
  },
};

const commands: Rule = {
  kind: 'map',
  of: object({
    entry: { rule: text, summary: 'Module whose default export is the command; relative to this file.', required: true },
    description: { rule: text, summary: 'One sentence for help.' },
    arguments: {
      summary: 'Words after the command.',
      rule: {
        kind: 'list',
        of: object({
          name: { rule: text, summary: 'Name.', required: true },
          required: { rule: onOff, summary: 'Must be given.', standard: false },
          description: { rule: text, summary: 'One sentence.' },
          variadic: { rule: onOff, summary: 'Takes all remaining words; the last one only.', standard: false },
        }),
      },
    },
    options: {
      summary: 'Flags.',
      rule: {
        kind: 'list',
        of: object({
          flags: { rule: text, summary: '`--name`, `--name <value>`, or `-n, --name <value>`.', required: true },
          description: { rule: text, summary: 'One sentence.' },
          default: { rule: { kind: 'json' }, summary: 'Value when it is not given.' },
        }),
      },
    },
    hidden: { rule: onOff, summary: 'Leave it out of help.', standard: false },
  }),
};

/** Every key of `service.config.*`, with its variable and flag. */
export const settings: Fields = {
  $schema: { rule: text, summary: 'JSON Schema for editors: ./node_modules/@service/cli/service.config.schema.json.' },
  name: {
    rule: {
      kind: 'text',
      // A file name has at most 255 bytes, and a build adds to it: install-<name>.sh, <name>.manifest.json.
      pattern: '^(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,200}$',
      patternSays: 'may hold up to 200 letters, digits, dots, hyphens and underscores',
    },
    summary: 'Name of the server and of its output files.',
    required: true,
    variable: 'SERVICE_APP_NAME',
  },
  version: { rule: text, summary: 'Version of the server.', standard: "package.json's, else 1.0.0" },
  entry: { rule: text, summary: 'Module with the `@Service` class.', standard: 'src/main.ts', variable: 'SERVICE_ENTRY', flag: '--entry' },
  nodeVersion: {
    rule: { kind: 'text', pattern: nodeVersionPattern.source, patternSays: 'must name the oldest version, such as >=22.13.0' },
    summary: 'Oldest Node that the bundle runs on; never older than the default.',
    standard: defaultNodeVersion,
    unusedBecause: (value) =>
      typeof value === 'string' && nodeVersionPattern.test(value) && isOlderThanDefault(value)
        ? `${value} is older than ${defaultNodeVersion}, which bundles need: that is checked instead`
        : undefined,
  },
  deployments,
  build: {
    summary: 'How the bundle is made.',
    rule: object({
      env: { rule: texts, summary: 'Variables of the shell that the definitions may read while they are evaluated.' },
      variants: {
        rule: { kind: 'map', of: { kind: 'list', of: text, atLeast: 1 } },
        summary:
          'Texts of environment variables that decide options: each combination is built in, and a start with another text is refused.',
      },
      bundler: { rule: { kind: 'text', choices: ['esbuild', 'rollup'] }, summary: 'Bundler.', standard: 'esbuild' },
      format: {
        rule: { kind: 'text', choices: ['cjs', 'esm'] },
        summary:
          'Module format of the bundles of node, distributed and cli: esm for a project or a package with top-level await. Archives and executables are CommonJS, workers ES modules.',
        standard: 'cjs',
      },
      sourcemap: {
        rule: { kind: 'text', choices: ['external', 'inline', 'none'] },
        summary:
          'Source map of bundles of node, distributed and cli: logged stacks name lines of the project. Archives, executables and workers have none.',
        standard: 'external',
      },
      sourcesContent: { rule: onOff, summary: 'Put the texts of the sources into the source map.', standard: false },
      esbuild: {
        summary: 'Passed to the bundler.',
        rule: object({
          external: { rule: texts, summary: 'Packages left out of the bundle.' },
          define: { rule: textMap, summary: 'Identifiers replaced by constants.' },
          target: refused(text, 'The target of the deployment decides the syntax of a bundle: remove build.esbuild.target'),
          minify: { rule: onOff, summary: 'Shorten the output.', standard: true },
        }),
      },
      assets: {
        rule: texts,
        summary: 'Files copied beside the bundle: paths from the project, with * and **. A folder stands for all in it.',
      },
      loader: {
        rule: { kind: 'map', of: { kind: 'text', choices: ['text', 'json', 'binary', 'base64', 'dataurl', 'file', 'wasm'] } },
        summary: 'Loaders of imported files, by ending: { ".png": "binary" }.',
      },
      dependencies: {
        summary: 'Files and programs that the bundle needs beside it.',
        rule: object({
          system: {
            rule: texts,
            summary: 'Programs that the server starts: named in the manifest, and install-<name>.sh refuses without them.',
          },
          nativeAddons: {
            rule: texts,
            summary:
              'Packages copied whole to node_modules beside the bundle, with what they depend on. Native packages are found without it.',
          },
        }),
      },
      storage: {
        summary: 'Store that the manifest of a deployment names.',
        rule: object({
          type: { rule: { kind: 'text', choices: ['sqlite', 'redis', 'none'] }, summary: 'Kind.', standard: "the decorator's" },
          required: { rule: onOff, summary: 'Whether it starts only with it.', standard: 'true with a store' },
        }),
      },
      network: {
        summary: 'Network section of the manifest.',
        rule: object({
          defaultPort: { rule: port, summary: 'Port.', standard: 'transport.http.port' },
          supportsSocket: { rule: onOff, summary: 'Whether it may listen on a Unix socket.', standard: true },
        }),
      },
    }),
  },
  transport: {
    summary: 'How clients reach the server.',
    rule: object({
      default: { rule: transportKind, summary: 'Transport of client entries that name none.', standard: 'http' },
      http: {
        summary: 'Over HTTP.',
        rule: object({
          port: { rule: port, summary: 'Port to listen on.', standard: 3000, variable: 'PORT', flag: '--port' },
          path: {
            rule: path,
            summary: 'Path of the MCP endpoint, unless the decorator sets http.entryPath.',
            standard: '/',
            variable: 'SERVICE_HTTP_ENTRY_PATH',
          },
          host: {
            rule: { kind: 'text', pattern: '^[A-Za-z0-9.:\\[\\]-]+$', patternSays: 'must be a host name or an IP address' },
            summary: 'Host in client entries.',
            standard: '127.0.0.1',
          },
        }),
      },
      stdio: {
        summary: 'Over standard input and output: how client entries without a command start the server.',
        rule: object({
          command: { rule: text, summary: 'Program.', standard: 'npx' },
          args: { rule: texts, summary: 'Its arguments.', standard: '-y <name>' },
        }),
      },
    }),
  },
  env: {
    summary: 'Variables for commands that run the server; .env and .env.local win over them.',
    rule: object({
      shared: { rule: textMap, summary: 'Always.' },
      dev: { rule: textMap, summary: 'For `service dev`.' },
      test: { rule: textMap, summary: 'For `service test`.' },
      ship: { rule: textMap, summary: 'For client entries, over env.shared.' },
    }),
  },
  clients,
  test: {
    summary: 'For `service test`; flags win.',
    rule: object({
      timeoutMs: { rule: positive, summary: 'Milliseconds a test may take.', standard: 60_000, flag: '--timeout' },
      runInBand: { rule: onOff, summary: 'One file after the other.', flag: '--runInBand' },
      testMatch: { rule: texts, summary: 'Patterns of test files, from the project folder: tests/*.spec.ts.' },
      coverage: { rule: onOff, summary: 'Measure coverage.', flag: '--coverage' },
      esmPackages: { rule: texts, summary: 'Packages that are ES modules only, to be transpiled for jest.' },
    }),
  },
  skills: later(
    object({
      provider: { rule: { kind: 'text', choices: ['claude', 'codex'] }, summary: 'Assistant.' },
      bundle: { rule: text, summary: 'Set.' },
      install: { rule: texts, summary: 'Names.' },
      exportTarget: { rule: { kind: 'text', choices: ['cursor', 'windsurf', 'copilot'] }, summary: 'Format.' },
    }),
    'Authoring skills.',
  ),
  setup,
  budgets: {
    summary: 'Limits that fail `service build` and `service inspect`.',
    rule: object({
      tools: { rule: positive, summary: 'Tools that are listed.' },
      tokens: { rule: positive, summary: 'Tokens that the whole tool list costs a model.' },
      tokensPerTool: { rule: positive, summary: 'Tokens that one tool costs a model.' },
      gzipBytes: { rule: positive, summary: 'Size of each bundle after gzip, in bytes.' },
    }),
  },
  cli: {
    summary: 'The command line in this project.',
    rule: object({ commands: { summary: 'Commands of the project, by their names.', rule: commands } }),
  },
  registry,
};
