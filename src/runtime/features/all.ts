import { cimd } from './cimd.ts';
import { consent } from './consent.ts';
import { authorities } from './authorities.ts';
import type { FeatureFactory } from './feature.ts';
import { legacySse } from './legacy-sse.ts';
import { rounds } from './rounds.ts';
import { metrics } from './metrics.ts';
import { routes } from './routes.ts';
import { sessions } from './sessions.ts';
import { skills } from './skills.ts';
import { tasks } from './tasks.ts';
import { throttle } from './throttle.ts';
import { telemetry } from './telemetry.ts';

/** Every feature; for uncompiled use, where nothing has been planned. */
export const allFeatures: readonly FeatureFactory[] = [
  telemetry,
  authorities,
  rounds,
  sessions,
  legacySse,
  skills,
  tasks,
  throttle,
  routes,
  metrics,
  cimd,
  consent,
];
