import type { HttpOptionsModel } from '../model/index.ts';
import type { HttpSettings } from './http-settings.ts';

/** One thing that an operator should know before the server listens. */
export interface AuditLine {
  readonly code: AuditCode;
  readonly level: 'info' | 'warn';
  readonly message: string;
}

export type AuditCode =
  | 'CORS_DISABLED'
  | 'CORS_ORIGIN_TRUE'
  | 'BIND_RESTRICTED'
  | 'BIND_ALL_INTERFACES'
  | 'BIND_ALL_INTERFACES_DISTRIBUTED'
  | 'DNS_REBINDING_PROTECTED'
  | 'DNS_REBINDING_NOT_ENFORCED'
  | 'DNS_REBINDING_NOT_APPLICABLE'
  | 'STRICT_MODE_HINT';

/** What the server will do, in the words of document 2 (events); it changes nothing. */
export function auditHttp(options: HttpOptionsModel, settings: HttpSettings): readonly AuditLine[] {
  const { security } = options;
  const { bindAddress = '127.0.0.1', socketPath } = settings.listening ?? {};
  return [
    ...auditCors(settings),
    auditBinding(settings, bindAddress, socketPath),
    auditHosts(settings, socketPath),
    hintAtStrict(security.strict),
  ];
}

function auditCors({ cors }: HttpSettings): AuditLine[] {
  if (cors === undefined)
    return [{ code: 'CORS_DISABLED', level: 'info', message: 'no CORS headers are sent: pages of other origins cannot read answers' }];
  return cors.anyOrigin
    ? [{ code: 'CORS_ORIGIN_TRUE', level: 'warn', message: 'pages of every origin may read answers; list origins in http.cors.origin' }]
    : [];
}

function auditBinding({ distributed }: HttpSettings, bindAddress: string, socketPath: string | undefined): AuditLine {
  if (socketPath !== undefined) return { code: 'BIND_RESTRICTED', level: 'info', message: 'listening on a Unix socket only' };
  if (bindAddress !== '0.0.0.0' && bindAddress !== '::')
    return { code: 'BIND_RESTRICTED', level: 'info', message: `listening on ${bindAddress} only` };
  return distributed
    ? { code: 'BIND_ALL_INTERFACES_DISTRIBUTED', level: 'info', message: 'listening on all interfaces, as a distributed deployment does' }
    : { code: 'BIND_ALL_INTERFACES', level: 'warn', message: 'listening on all interfaces: every machine that reaches this one can call' };
}

function auditHosts({ hosts }: HttpSettings, socketPath: string | undefined): AuditLine {
  if (socketPath !== undefined)
    return {
      code: 'DNS_REBINDING_NOT_APPLICABLE',
      level: 'info',
      message: 'host names do not count on a Unix socket; its file permissions do',
    };
  if (hosts.hosts !== undefined)
    return {
      code: 'DNS_REBINDING_PROTECTED',
      level: 'info',
      message: `requests for other hosts than ${[...hosts.hosts].join(', ')} are refused`,
    };
  return {
    code: 'DNS_REBINDING_NOT_ENFORCED',
    level: 'warn',
    message: 'requests for any host are answered; set http.security.dnsRebindingProtection.allowedHosts or SERVICE_ALLOWED_HOSTS',
  };
}

function hintAtStrict(strict: boolean): AuditLine {
  const message = strict
    ? 'http.security.strict is on: loopback binding and host checks, unless bindAddress says otherwise'
    : 'http.security.strict: true binds to loopback and checks hosts';
  return { code: 'STRICT_MODE_HINT', level: 'info', message };
}
