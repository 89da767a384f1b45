import { defaultNodeVersion, nodeVersionPattern } from '@service/sdk/options';
import { clients } from './client-settings.ts';
import { mcpb, setup } from './mcpb-settings.ts';
import { registry } from './registry-settings.ts';
import { later, object, onOff, path, port, positive, text, textMap, textOrOff, texts, transportKind } from './rules.ts';
import type { Field, Fields, Rule } from './setting-row.ts';

const server: Field = {
  summary: 'Settings of this deployment, handed to the bundle as variables; a variable that is already set wins.',
  rule: object({
    http: {
      summary: 'Address of the server, and the hosts and origins that it answers.',
      rule: object({
        port: { rule: port, summary: 'Port to listen on (PORT).' },
        socketPath: { rule: text, summary: 'Unix socket to listen on instead of a port (SERVICE_SOCKET_PATH).' },
        entryPath: { rule: path, summary: 'Path of the MCP endpoint (SERVICE_HTTP_ENTRY_PATH).' },
        cors: {
          summary: 'Browser origins that may call; used only when the decorator sets no http.cors.',
          rule: object({
            origins: { rule: texts, summary: 'Allowed origins (SERVICE_CORS_ORIGINS).' },
            credentials: { rule: onOff, summary: 'Allow cookies and authorization (SERVICE_CORS_CREDENTIALS).' },
            maxAge: { rule: { kind: 'integer', min: 0 }, summary: 'Seconds a preflight answer may be kept (SERVICE_CORS_MAX_AGE).' },
          }),
        },
      }),
    },
    csp: {
      summary: 'Content-Security-Policy of every answer.',
      rule: object({
        enabled: { rule: onOff, summary: 'Send the header (SERVICE_CSP_ENABLED).' },
        directives: {
          rule: { kind: 'map', of: { kind: 'either', of: [text, texts] } },
          summary: 'Directive to value or values; empty text for none (SERVICE_CSP_DIRECTIVES).',
        },
        reportUri: { rule: text, summary: 'URL that violation reports are sent to (SERVICE_CSP_REPORT_URI).' },
        reportOnly: { rule: onOff, summary: 'Report without blocking (SERVICE_CSP_REPORT_ONLY).' },
      }),
    },
    headers: {
      summary: 'Security headers of every answer.',
      rule: object({
        hsts: { rule: textOrOff, summary: 'Strict-Transport-Security (SERVICE_HSTS).' },
        contentTypeOptions: { rule: textOrOff, summary: 'X-Content-Type-Options (SERVICE_CONTENT_TYPE_OPTIONS).' },
        frameOptions: { rule: textOrOff, summary: 'X-Frame-Options (SERVICE_FRAME_OPTIONS).' },
        custom: { rule: textMap, summary: 'Further headers, sent as given (SERVICE_HEADERS_CUSTOM).' },
      }),
    },
    cookies: {
      summary: 'Cookie that keeps a client at one instance of a distributed deployment.',
      rule: object({
        affinity: { rule: text, summary: 'Name of the cookie (SERVICE_AFFINITY_COOKIE).', standard: '__service_node' },
        domain: { rule: text, summary: 'Its domain (SERVICE_AFFINITY_COOKIE_DOMAIN).' },
        sameSite: {
          rule: { kind: 'text', choices: ['Strict', 'Lax', 'None'] },
          summary: 'Its SameSite (SERVICE_AFFINITY_COOKIE_SAME_SITE).',
          standard: 'Lax',
        },
      }),
    },
  }),
};

const common: Fields = {
  target: { rule: text, summary: 'Target of the build.', required: true, flag: '--target', variable: 'SERVICE_TARGET' },
  outDir: {
    rule: text,
    summary: 'Output folder of this deployment.',
    standard: 'dist/<target>',
    flag: '--out-dir',
    variable: 'SERVICE_OUT_DIR',
  },
  env: { rule: textMap, summary: 'Variables that the definitions see while this deployment is built, over env.shared; .env wins.' },
};

const deployments: Field = {
  summary: 'What `service build` builds when no --target is given.',
  rule: {
    kind: 'list',
    atLeast: 1,
    of: {
      kind: 'variant',
      by: 'target',
      cases: {
        node: { ...common, server },
        distributed: {
          ...common,
          server,
          ha: {
            summary: 'Several instances behind one address.',
            rule: object({
              heartbeatIntervalMs: {
                rule: positive,
                summary: 'Milliseconds between signs of life (SERVICE_HA_HEARTBEAT_INTERVAL_MS).',
                standard: 10000,
              },
              heartbeatTtlMs: {
                rule: positive,
                summary: 'Milliseconds until an instance counts as gone (SERVICE_HA_HEARTBEAT_TTL_MS).',
                standard: 30000,
              },
              takeoverGracePeriodMs: {
                rule: positive,
                summary: 'Milliseconds before its sessions are taken over (SERVICE_HA_TAKEOVER_GRACE_MS).',
                standard: 5000,
              },
              redisKeyPrefix: { rule: text, summary: 'Prefix of the keys (SERVICE_HA_KEY_PREFIX).', standard: 'mcp:ha:' },
            }),
          },
        },
        cli: {
          ...common,
          js: { rule: onOff, summary: 'A script for Node instead of a single executable.', standard: false, flag: '--js' },
          sea: {
            rule: object({ enabled: { rule: onOff, summary: 'False is as js: true.', standard: true } }),
            summary: 'Single executable.',
          },
          cli: {
            rule: object({
              description: { rule: text, summary: 'First line of its help.' },
              outputDefault: {
                rule: { kind: 'text', choices: ['text', 'json'] },
                summary: 'How results are printed without --output.',
                standard: 'text',
              },
              authRequired: { rule: onOff, summary: 'Calls need a session that is signed in.', standard: false },
              excludeTools: { rule: texts, summary: 'Names of tools that become no sub-command.' },
              oauth: {
                rule: object({
                  serverUrl: { rule: text, summary: 'Issuer of the tokens. Default: what the server names.' },
                  clientId: { rule: text, summary: 'Client id. Default: the program registers itself.' },
                  defaultScope: { rule: text, summary: 'Scopes to ask for, separated by spaces. Default: those of the server.' },
                  portRange: {
                    rule: { kind: 'list', of: port },
                    summary: 'First and last loopback port that the browser is sent back to. Default: any.',
                  },
                }),
                summary: 'How login signs in.',
              },
            }),
            summary: 'The generated command line.',
          },
        },
        worker: {
          ...common,
          server,
          wrangler: later(
            object({
              name: { rule: text, summary: 'Worker name.' },
              compatibilityDate: { rule: text, summary: 'Platform date.' },
              compatibilityFlags: { rule: texts, summary: 'Platform flags.' },
            }),
            'Platform file.',
          ),
        },
        serverless_a: { ...common, server },
        serverless_b: { ...common, server },
        browser: common,
        sdk: common,
        mcpb: { ...common, ...mcpb },
      },
    },
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
  entry: { rule: text, summary: 'Module with the @Service class.', standard: 'src/main.ts', variable: 'SERVICE_ENTRY', flag: '--entry' },
  nodeVersion: {
    rule: { kind: 'text', pattern: nodeVersionPattern.source, patternSays: 'must name the oldest version, such as >=22.13.0' },
    summary: 'Oldest Node that the bundle runs on; never older than the default.',
    standard: defaultNodeVersion,
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
      esbuild: {
        summary: 'Passed to the bundler.',
        rule: object({
          external: { rule: texts, summary: 'Packages left out of the bundle.' },
          define: { rule: textMap, summary: 'Identifiers replaced by constants.' },
          target: later(text, 'Syntax level; the target decides it.'),
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
