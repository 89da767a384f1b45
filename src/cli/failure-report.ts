import { printJson } from '../std/texts.ts';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface FailureFacts {
  readonly version: string;
  readonly command: string;
  readonly error: unknown;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Writes a report of a defect of ours to a new temporary file, without values of flags and variables. @returns its path */
export function writeFailureReport(facts: FailureFacts): string {
  const error = facts.error instanceof Error ? facts.error : new Error(String(facts.error));
  const report = {
    tool: `service ${facts.version}`,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    command: facts.command,
    error: error.name,
    message: hideSecrets(error.message, facts.env),
    stack: hideSecrets(error.stack ?? '', facts.env).split('\n'),
  };
  const file = join(mkdtempSync(join(tmpdir(), 'service-report-')), 'report.json');
  writeFileSync(file, printJson(report), { mode: 0o600 });
  return file;
}

const secretName = /SECRET|TOKEN|PASSWORD|PASSWD|KEY|CREDENTIAL|_URL$|DSN/;

/** Replaces the values of variables whose names promise a secret, and passwords inside URLs. */
export function hideSecrets(text: string, env: Readonly<Record<string, string | undefined>>): string {
  let hidden = text;
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && value.length >= 6 && secretName.test(name.toUpperCase())) hidden = hidden.replaceAll(value, `<${name}>`);
  return hidden.replaceAll(/(\/\/[^\s/@:]+:)[^\s/@]+@/g, '$1<hidden>@');
}
