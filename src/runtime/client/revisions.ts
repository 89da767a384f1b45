/** The revision without sessions: each request says who sends it. */
export const modernRevision = '2026-07-28';
/** Revisions with a session that `initialize` opens, newest first. */
export const sessionRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
