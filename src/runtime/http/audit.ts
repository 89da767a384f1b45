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

const line = (code: AuditCode, message: string, level: AuditLine['level'] = 'info'): AuditLine => ({ code, level, message });

/** Describes the security of the settings in fixed words; it changes nothing. */
export function auditHttp({ security }: HttpOptionsModel, settings: HttpSettings): readonly AuditLine[] {
  const { bindAddress = '127.0.0.1', socketPath } = settings.listening ?? {};
  const isOpen = socketPath === undefined && (bindAddress === '0.0.0.0' || bindAddress === '::');
  return [
    ...auditCors(settings),
    isOpen
      ? auditOpenBinding(settings)
      : line('BIND_RESTRICTED', `listening on ${socketPath === undefined ? bindAddress : 'a Unix socket'} only`),
    auditHosts(settings, socketPath),
    line(
      'STRICT_MODE_HINT',
      security.strict
        ? 'http.security.strict is on: loopback and host checks, unless bindAddress says otherwise'
        : 'http.security.strict: true binds to loopback and checks hosts',
    ),
  ];
}

function auditCors({ cors }: HttpSettings): AuditLine[] {
  if (cors === undefined) return [line('CORS_DISABLED', 'no CORS headers are sent: other origins cannot read answers')];
  return cors.anyOrigin ? [line('CORS_ORIGIN_TRUE', 'every origin may read answers; list origins in http.cors.origin', 'warn')] : [];
}

const auditOpenBinding = ({ distributed }: HttpSettings): AuditLine =>
  distributed
    ? line('BIND_ALL_INTERFACES_DISTRIBUTED', 'listening on all interfaces, as a distributed deployment does')
    : line('BIND_ALL_INTERFACES', 'listening on all interfaces: every machine that reaches this one can call', 'warn');

function auditHosts({ hosts }: HttpSettings, socketPath: string | undefined): AuditLine {
  if (socketPath !== undefined) return line('DNS_REBINDING_NOT_APPLICABLE', 'a Unix socket has no host names: its file permissions decide');
  if (hosts.hosts !== undefined) return line('DNS_REBINDING_PROTECTED', `other hosts than ${[...hosts.hosts].join(', ')} are refused`);
  return line(
    'DNS_REBINDING_NOT_ENFORCED',
    'any host is answered; set http.security.dnsRebindingProtection.allowedHosts or SERVICE_ALLOWED_HOSTS',
    'warn',
  );
}
