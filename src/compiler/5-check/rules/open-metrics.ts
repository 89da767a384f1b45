import { diagnose } from '../../diagnostics/index.ts';
import { locationOf, type Rule } from '../rule.ts';

/** Figures of a server whose callers sign in tell strangers who uses what, and how much. */
export const checkOpenMetrics: Rule = (model) => {
  const { auth, metrics } = model.server.options?.rest ?? {};
  if (!isObject(auth) || auth['mode'] === 'public' || !isObject(metrics) || metrics['enabled'] !== true) return [];
  const { auth: guard = 'public', path } = metrics;
  const shown = typeof path === 'string' ? path : '/metrics';
  return guard === 'public' ? [diagnose('open-metrics', { path: shown }, locationOf(model, 'server'))] : [];
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
