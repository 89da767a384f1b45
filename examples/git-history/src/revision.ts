import { z } from 'zod';

/** A commit, branch, tag or range. A leading dash would be an option of git. */
export const revision = z
  .string()
  .max(200)
  .regex(/^(?!-)[\w./@^~{}+-]+$/, 'is not a revision');

/** A path of the repository. */
export const path = z.string().min(1).max(1024);
