import { isRecord } from '@service/sdk/internal';

/** How far an approval reaches. */
export type ApprovalScope = (typeof scopes)[number];

export const scopes = ['session', 'user', 'time_limited', 'tool_specific', 'context_specific'] as const;

/** What a call is about, beyond its tool: a repository, an account, a customer. */
export interface ApprovalContext {
  /** Kind, such as `repository`. */
  readonly type: string;
  /** Which of the kind. */
  readonly identifier: string;
}

/** What the field `approval` of a tool asks for. */
export interface Requirement {
  readonly defaultScope: ApprovalScope;
  readonly allowedScopes: readonly ApprovalScope[];
  readonly maxTtlMs?: number;
  readonly alwaysPrompt: boolean;
  readonly approvalMessage?: string;
  readonly category?: string;
  readonly riskLevel?: string;
  readonly preApprovedContexts: readonly ApprovalContext[];
}

/** How far an approval reaches in words, for the person who gives it; the shortest first. */
export const reaches: readonly (readonly [
  ApprovalScope,
  (of: Partial<Pick<Requirement, 'maxTtlMs'>> & { readonly context?: ApprovalContext }) => string,
])[] = [
  ['tool_specific', () => 'Every call with these arguments'],
  ['context_specific', ({ context }) => `Every call for the ${context?.type ?? 'context'} ${context?.identifier ?? ''}`],
  ['time_limited', ({ maxTtlMs = 0 }) => `Every call for ${Math.max(1, Math.round(maxTtlMs / 60_000))} minutes`],
  ['session', () => 'Every call in this session'],
  ['user', () => 'Every call until I take it back'],
];

const categories = ['read', 'write', 'delete', 'execute', 'admin'];
const riskLevels = ['low', 'medium', 'high', 'critical'];
const maxMessage = 1000;

export const isScope = (value: unknown): value is ApprovalScope => (scopes as readonly unknown[]).includes(value);

export const isContext = (value: unknown): value is ApprovalContext =>
  isRecord(value) && typeof value['type'] === 'string' && typeof value['identifier'] === 'string';

const oneOf = (names: readonly string[], value: unknown): string | undefined =>
  names.includes(String(value)) ? undefined : names.map((name) => `"${name}"`).join(', ');
const flag = (value: unknown): string | undefined => (typeof value === 'boolean' ? undefined : 'true or false');
const listOf = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isItem);

const rules: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  required: flag,
  alwaysPrompt: flag,
  skipApproval: flag,
  defaultScope: (value) => oneOf(scopes, value),
  allowedScopes: (value) => (listOf(value, isScope) ? undefined : `a list of ${oneOf(scopes, undefined)}`),
  maxTtlMs: (value) => (Number.isSafeInteger(value) && Number(value) > 0 ? undefined : 'milliseconds above 0'),
  approvalMessage: (value) =>
    typeof value === 'string' && value !== '' && value.length <= maxMessage ? undefined : `a text of 1 to ${maxMessage} characters`,
  category: (value) => oneOf(categories, value),
  riskLevel: (value) => oneOf(riskLevels, value),
  preApprovedContexts: (value) => (listOf(value, isContext) ? undefined : 'a list of { type, identifier }'),
};

/** What is wrong with the field `approval`; undefined for a good one. */
export function fieldProblem(field: unknown): string | undefined {
  if (typeof field === 'boolean') return undefined;
  if (!isRecord(field)) return '"approval": must be true, false or an object';
  for (const [name, value] of Object.entries(field)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) return `"approval.${name}": is no member; there are ${Object.keys(rules).join(', ')}`;
    const expected = rule(value);
    if (expected !== undefined) return `"approval.${name}": must be ${expected}`;
  }
  const { allowedScopes = scopes, defaultScope = 'session' } = field;
  if (Array.isArray(allowedScopes) && !allowedScopes.includes(defaultScope))
    return `"approval.defaultScope": must be in "allowedScopes"; it is "${String(defaultScope)}"`;
  return undefined;
}

/** What a field that has been checked asks for; undefined where calls need no approval. */
export function requirementOf(field: unknown): Requirement | undefined {
  if (field === undefined || field === false) return undefined;
  const given = isRecord(field) ? field : {};
  if (given['required'] === false || given['skipApproval'] === true) return undefined;
  return { defaultScope: 'session', allowedScopes: scopes, alwaysPrompt: false, preApprovedContexts: [], ...given };
}
