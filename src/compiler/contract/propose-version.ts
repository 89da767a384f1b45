import type { ContractChange } from '@service/sdk/contract';

export interface VersionProposal {
  readonly bump: 'major' | 'minor' | 'patch' | 'none';
  /** Version of the earlier contract. */
  readonly from: string;
  /** Version of the current contract. */
  readonly now: string;
  /** Lowest version that announces the changes. */
  readonly proposed: string;
  readonly sufficient: boolean;
}

/** By semantic versioning; before 1.0.0 a new minor number announces a breaking change, as in caret ranges. */
export function proposeVersion(
  changes: readonly ContractChange[],
  { from, now }: { readonly from: string; readonly now: string },
): VersionProposal {
  const [major = 0, minor = 0, patch = 0] = numbers(from);
  const has = (...kinds: readonly ContractChange['kind'][]): boolean => changes.some(({ kind }) => kinds.includes(kind));
  const early = major === 0;
  const bump = has('breaking')
    ? early
      ? 'minor'
      : 'major'
    : has('added', 'compatible')
      ? early
        ? 'patch'
        : 'minor'
      : has('wording')
        ? 'patch'
        : 'none';
  const next = { major: [major + 1, 0, 0], minor: [major, minor + 1, 0], patch: [major, minor, patch + 1], none: [major, minor, patch] }[
    bump
  ];
  return { bump, from, now, proposed: next.join('.'), sufficient: atLeast(numbers(now), next) };
}

const numbers = (version: string): readonly number[] => (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '0').split('.').map(Number);

function atLeast(version: readonly number[], least: readonly number[]): boolean {
  for (const [index, wanted] of least.entries()) {
    const given = version[index] ?? 0;
    if (given !== wanted) return given > wanted;
  }
  return true;
}
