/** Defaults of `auth.cimd`; the size is the draft's own recommendation, which the option may raise. */
export const cimdDefaults = {
  defaultTtlMs: 3_600_000,
  maxTtlMs: 86_400_000,
  minTtlMs: 60_000,
  timeoutMs: 5000,
  maxBytes: 5120,
  maxRedirects: 5,
} as const;
