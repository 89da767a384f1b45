import { mcpb } from './mcpb-settings.ts';
import { later, object, onOff, path, port, positive, text, textMap, textOrOff, texts } from './rules.ts';
import type { Field, Fields } from './setting-row.ts';

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

/** Settings of every deployment. */
export const commonSettings: Fields = {
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

export const deployments: Field = {
  summary: 'What `service build` builds when no --target is given.',
  rule: {
    kind: 'list',
    atLeast: 1,
    of: {
      kind: 'variant',
      by: 'target',
      // Of other versions: read, so that one config serves both, and named to nobody.
      unnamed: ['browser', 'sdk'],
      cases: {
        node: { ...commonSettings, server },
        distributed: {
          ...commonSettings,
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
          ...commonSettings,
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
          ...commonSettings,
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
        serverless_a: { ...commonSettings, server },
        serverless_b: { ...commonSettings, server },
        browser: commonSettings,
        sdk: commonSettings,
        mcpb: { ...commonSettings, ...mcpb },
      },
    },
  },
};
