import type { RequirementRow } from '../requirement-row.ts';

const row = (id: string, rule: string): RequirementRow => ({
  id: `MCP26.tasks.${id}`,
  document: 'mcp 2026-07-28',
  section: 'SEP-2663',
  rule,
});

const session = (id: string, rule: string): RequirementRow => ({
  id: `MCP25.tasks.${id}`,
  document: 'mcp 2025-11-25',
  section: 'Tasks',
  rule,
});

/** Extension `io.modelcontextprotocol/tasks`, and the server option `tasks` (supplement section 5.6). */
export const rows: readonly RequirementRow[] = [
  {
    id: 'I15.tasks.client',
    document: 'rulings',
    section: 'tasks',
    rule: 'A task belongs to issuer, subject and client, as a session does: to everybody else, other clients of the same person included, it is unknown.',
  },
  {
    id: 'I15.updates.owner',
    document: 'rulings',
    section: 'updates',
    rule: 'That a resource under credential:// has changed is told to the clients of the person whose credential it is, over sessions, listen streams and instances, and to nobody else.',
  },
  row('advertised', 'A server with tasks lists the extension under capabilities.extensions and has no capabilities.tasks.'),
  row('undeclared', 'tasks/get, update and cancel of a request that does not declare the extension are -32021.'),
  row('undeclared-optional', 'Without the declaration a tool that may run as a task runs to its end before the answer.'),
  row('undeclared-required', 'Without the declaration a tool that must run as a task is -32021 naming the extension.'),
  row('per-request', 'The declaration of the very request counts, not of an earlier one.'),
  row('create', 'CreateTaskResult is flat, resultType is task, with no result, error, questions or requestState.'),
  row('durable', 'A task can be looked at as soon as its creation was answered.'),
  row('get-completed', 'A completed task holds the result the call would have had, tool errors included.'),
  row('get-failed', 'failed is for protocol errors and holds code and message, no result.'),
  row('get-input', 'A task that waits is input_required and shows every unanswered question.'),
  row('update-subset', 'tasks/update may answer some questions; the others stay, unknown and answered keys are ignored.'),
  row('update-malformed', 'Answers that are no objects are -32602 and answer nothing.'),
  row('keys', 'A key names one question in the life of a task: an answer that does not fit is asked for under a new one.'),
  row('cancel', 'tasks/cancel is acknowledged with nothing in it, ends the work, and is the same for an ended task.'),
  row('removed', 'tasks/result and tasks/list are -32601, HTTP 404.'),
  row('unknown', 'An unknown task id is -32602.'),
  row('owner', 'Tasks are bound to the principal: to everybody else they do not exist.'),
  row('header', 'Mcp-Name repeats the task id of tasks/get, update and cancel.'),
  row('task-param', 'The task parameter of 2025-11-25 is tolerated and ignored.'),
  row('rounds-first', 'Rounds of questions come before the task: the last one is answered with the task.'),
  row('disconnect', 'A task outlives the connection that began it.'),
  row('outlive', 'Where a platform ends work with the answer, it is told to keep the work of a task.'),
  row('ttl', 'A task is kept until createdAt + ttlMs and not less.'),
  row('notifications', 'subscriptions/listen with taskIds tells each change of the own tasks as notifications/tasks.'),
  row('atomic', 'A status changes in one step: two changes at once lose none, and an ended task stays as it ended.'),
  {
    id: 'S5.6.tasks.options',
    document: 'spec 4',
    section: '5.6',
    rule: 'tasks has defaultTtlMs up to maxTtlMs, a poll interval and a limit of unfinished tasks.',
  },
  {
    id: 'S5.6.tasks.shared',
    document: 'spec 4',
    section: '5.6',
    rule: 'tasks.redis keeps tasks of all instances: each looks at, answers and cancels them (across nodes by pub/sub), and counts them.',
  },
  { id: 'S5.6.tasks.prefix', document: 'spec 4', section: '5.6', rule: "tasks.keyPrefix, default 'mcp:task:'." },
  {
    id: 'S5.6.tasks.common',
    document: 'spec 4',
    section: '1.2',
    rule: '`redis` of the server keeps tasks when they have no store of their own.',
  },
  { id: 'S5.6.tasks.sqlite', document: 'spec 4', section: '5.6', rule: 'tasks.sqlite keeps tasks on one machine.' },
  {
    id: 'S5.6.tasks.worker',
    document: 'spec 2',
    section: 'Limits',
    rule: 'Background tasks of a worker need tasks.redis, which is then where they are kept.',
  },
  { id: 'S5.6.tasks.limit', document: 'spec 4', section: '5.6', rule: 'A caller has at most maxConcurrentPerSession unfinished tasks.' },
  {
    id: 'S5.6.tasks.required',
    document: 'spec 4',
    section: '5.6',
    rule: 'A tool that must run as a task is TASK_AUGMENTATION_REQUIRED where there are none.',
  },
  {
    id: 'S5.A.tasks.side-door',
    document: 'spec 5',
    section: 'Attacks',
    rule: 'What a caller may not call by tools/call, a task does not open: internal and filtered tools answer as unknown.',
  },
  session(
    'client',
    'The official clients 1.24 and 1.32 get results, errors and questions of tasks by callToolStream, on Node and on workerd.',
  ),
  session(
    'capability',
    'initialize of 2025-11-25 lists tasks with list, cancel and tools/call; other revisions have neither it nor its methods.',
  ),
  session(
    'create',
    'tools/call with params.task is answered with { task }; task.ttl is kept up to tasks.maxTtlMs, and a malformed task is -32602.',
  ),
  session(
    'support',
    'task for a tool that is none is -32601 TASK_AUGMENTATION_NOT_SUPPORTED; a required task without it is TASK_AUGMENTATION_REQUIRED.',
  ),
  session('ended', 'tasks/cancel of an ended task is -32602, and tasks/result of a cancelled one is an error.'),
  session(
    'owner',
    'tasks/list shows the tasks of the signed-in person and client; anonymous callers see those of their own session alone.',
  ),
  session('list', 'tasks/list has pages of 100, oldest first; a cursor holds when its task is gone.'),
  session('status', 'notifications/tasks/status tells the session of each status that its task gets.'),
  session('refused', 'Questions of a task are requests on the stream of tasks/result; an error as their answer is an error in the tool.'),
];
