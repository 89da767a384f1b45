/** Default of `nodeVersion` in the config: the oldest Node that runs the tool and its bundles. */
export const defaultNodeVersion = '>=20.19.0';

/** How it is written. */
export const nodeVersionPattern = /^>=\s*(\d+)(?:\.(\d+))?(?:\.(\d+))?$/;

/** The oldest version that `nodeVersion` asks for, never older than {@link defaultNodeVersion}: major, minor, patch. */
export function minimumNode(nodeVersion: string): readonly [number, number, number] {
  const [asked, oldest] = [numbersOf(nodeVersion), numbersOf(defaultNodeVersion)];
  const at = asked.findIndex((part, index) => part !== oldest[index]);
  return (asked[at] ?? 0) > (oldest[at] ?? 0) ? asked : oldest;
}

/** The one that asks for the newest Node; those in another form ask for nothing. */
export function newestNodeVersion(nodeVersions: readonly string[]): string {
  const sorted = nodeVersions
    .filter((one) => nodeVersionPattern.test(one))
    .toSorted((one, other) => differenceOf(minimumNode(other), minimumNode(one)));
  return sorted[0] ?? defaultNodeVersion;
}

const differenceOf = (one: readonly number[], other: readonly number[]): number =>
  one.map((part, at) => part - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** Whether the default is checked in place of what `nodeVersion` asks for. */
export const isOlderThanDefault = (nodeVersion: string): boolean => minimumNode(nodeVersion).join('.') !== numbersOf(nodeVersion).join('.');

function numbersOf(nodeVersion: string): readonly [number, number, number] {
  const [, major = 0, minor = 0, patch = 0] = nodeVersionPattern.exec(nodeVersion) ?? [];
  return [Number(major), Number(minor), Number(patch)];
}
