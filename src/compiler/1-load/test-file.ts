/**
 * Whether a file is a test by its name or folder: what `service test` and other runners collect, and what stands beside it.
 * @param file relative to the project, with `/`
 */
export const isTestFile = (file: string): boolean =>
  /\.(?:spec|test)\.[cm]?[jt]sx?$/.test(file) || /(?:^|\/)__tests__\//.test(file) || file.startsWith('e2e/');
