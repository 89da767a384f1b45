/** Pages of signing in that can be an author's own (`auth.ui`). */
export const authSlots = ['login', 'consent', 'incremental', 'federated', 'error'] as const;
