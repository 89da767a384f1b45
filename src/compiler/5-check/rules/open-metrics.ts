import { isJsonObject } from '@service/sdk/model';
import { diagnose } from '../../diagnostics/index.ts';
import { locationOf, type Rule } from '../rule.ts';

/** Figures of a server whose callers sign in tell strangers who uses what, and how much. */
export const checkOpenMetrics: Rule = (model) => {
  const { auth, metrics } = model.server.options?.rest ?? {};
  if (!isJsonObject(auth) || auth['mode'] === 'public' || !isJsonObject(metrics) || metrics['enabled'] !== true) return [];
  const { auth: guard = 'public', path } = metrics;
  const shown = typeof path === 'string' ? path : '/metrics';
  return guard === 'public' ? [diagnose('open-metrics', { path: shown }, locationOf(model, 'server'))] : [];
};
