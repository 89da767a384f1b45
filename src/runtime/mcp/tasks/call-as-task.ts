import { ServiceError } from '../../errors/index.ts';
import { lookupKey } from '../../model/index.ts';
import type { JsonObject, ServerModel } from '../../model/index.ts';
import type { CallChannel, CallRequest } from '../call/channel.ts';
import { declaresExtension, requireExtension } from '../extensions.ts';
import type { Around } from '../extensions.ts';
import type { Method, MethodCall } from '../method.ts';
import { HandoverChannel } from './handover-channel.ts';
import { describeTask, tasksExtension } from './task-record.ts';
import type { TaskRecord } from './task-record.ts';
import type { TaskRunner } from './task-runner.ts';

interface TaskTool {
  readonly required: boolean;
  /** The handler says where the task begins. */
  readonly manual: boolean;
}

/** Tools that may run as tasks, by what names are looked up by: another spelling of a name is the same tool. */
export function findTaskTools(model: ServerModel): ReadonlyMap<string, TaskTool> {
  const tools = new Map<string, TaskTool>();
  for (const { listedName, taskStart, taskSupport, visibility } of model.tools) {
    // An internal tool is an unknown one to the outside; a task error would tell that it exists.
    if (visibility === 'internal' || (taskSupport !== 'required' && taskSupport !== 'optional')) continue;
    tools.set(lookupKey(listedName), { required: taskSupport === 'required', manual: taskStart === 'manual' });
  }
  return tools;
}

/** Stands before `tools/call`: the server alone decides whether an answer is a task, the client only says that it understands one. */
export function callAsTask(runner: TaskRunner, tools: ReadonlyMap<string, TaskTool>): Around {
  return (call, next) => {
    const tool = typeof call.params.name === 'string' ? tools.get(lookupKey(call.params.name)) : undefined;
    if (tool === undefined) return next(call);
    if (call.revision.opening !== 'envelope') {
      if (!tool.required) return next(call);
      throw new ServiceError(
        'TASK_AUGMENTATION_REQUIRED',
        `${String(call.params.name)} runs as a task, which protocol version ${call.revision.version} is not served`,
      );
    }
    const { clientCapabilities } = call.request;
    if (tool.required) requireExtension(clientCapabilities, tasksExtension);
    else if (!declaresExtension(clientCapabilities, tasksExtension)) return next(call);
    return tool.manual ? startWhereTold(runner, call, next) : startAtOnce(runner, call, next);
  };
}

async function startAtOnce(runner: TaskRunner, call: MethodCall, next: Method): Promise<JsonObject> {
  const task = await runner.begin(call);
  // Nobody will ever hear of a task whose caller has gone before it had an id.
  if (call.request.channel.signal.aborted) task.channel.stop('the caller has gone');
  runner.follow(task, runIn(call, task.channel, next), call);
  return created(task.record);
}

/** Rounds of questions before the task are the call's own (`input_required`); `startTask()` ends the call and leaves the rest running. */
function startWhereTold(runner: TaskRunner, call: MethodCall, next: Method): Promise<object> {
  return new Promise((resolve, reject) => {
    let work: Promise<object> | undefined;
    const channel = new HandoverChannel(call.request.channel, async () => {
      const task = await runner.begin(call);
      if (work !== undefined) runner.follow(task, work, call);
      resolve(created(task.record));
      return task.channel;
    });
    work = runIn(call, channel, next);
    // After the handover these come too late to count, and the runner has its own eyes on the work.
    work.then(resolve, reject);
  });
}

const created = (record: TaskRecord): JsonObject => ({ resultType: 'task', ...describeTask(record) });

/** Never throws where it is called: a handler that fails at once fails like one that fails later. */
async function runIn(call: MethodCall, channel: CallChannel, next: Method): Promise<object> {
  return next({ ...call, outlet: { send: () => false }, request: { ...call.request, http: copyOf(call.request.http), channel } });
}

/** The exchange is over before the task is; its facts are kept, not the exchange. */
function copyOf(http: CallRequest['http']): CallRequest['http'] {
  const { accept, clientIp, contentType, userAgent } = http;
  return {
    customHeaders: { ...http.customHeaders },
    ...(accept === undefined ? {} : { accept }),
    ...(clientIp === undefined ? {} : { clientIp }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(userAgent === undefined ? {} : { userAgent }),
  };
}
