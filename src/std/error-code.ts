/** The code of an error of Node or of a library, as `ENOENT`. */
export const codeOf = (error: unknown): string | undefined => (error instanceof Error && 'code' in error ? String(error.code) : undefined);
