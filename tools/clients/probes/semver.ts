import semver from 'semver';

export const probe = (): string => semver.inc('1.2.3', 'minor') ?? '';
