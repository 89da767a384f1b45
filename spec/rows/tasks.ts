import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** Extension `io.modelcontextprotocol/tasks`, and the server option `tasks`. */
export const rows: readonly RequirementRow[] = [
  ...rowsOf({
    'I15.tasks.client':
      'A task belongs to issuer, subject and client, as a session does: to everybody else, other clients of the same person included, it is unknown.',
    'I15.updates.owner':
      'That a resource under credential:// has changed is told to the clients of the person whose credential it is, over sessions, listen streams and instances, and to nobody else.',
    'S5.6.tasks.options': 'tasks has defaultTtlMs up to maxTtlMs, a poll interval and a limit of unfinished tasks.',
    'S5.6.tasks.shared':
      'tasks.redis keeps tasks of all instances: each looks at, answers and cancels them (across nodes by pub/sub), and counts them.',
    'S5.6.tasks.away':
      'A task that ends while its store is away is ended there once the store is back: its end is written again until its time is up.',
    'S5.6.tasks.prefix': "tasks.keyPrefix, default 'mcp:task:'.",
    'S5.6.tasks.common': '`redis` of the server keeps tasks when they have no store of their own.',
    'S5.6.tasks.sqlite': 'tasks.sqlite keeps tasks on one machine.',
    'S5.6.tasks.worker': 'Background tasks of a worker need tasks.redis, which is then where they are kept.',
    'S5.6.tasks.worker.store':
      'Without a store for tasks, a worker answers calls of a tool that may run as a task when their work is done, and the build warns of it; a tool that runs only as a task fails the build.',
    'S5.6.tasks.limit': 'A caller has at most maxConcurrentPerSession unfinished tasks.',
    'S5.6.tasks.required': 'A tool that must run as a task is TASK_AUGMENTATION_REQUIRED where there are none.',
    'S5.A.tasks.side-door':
      'What a caller may not call by tools/call, a task does not open: internal and filtered tools answer as unknown.',
  }),
  ...rowsOf(
    {
      'MCP26.tasks.advertised': 'A server with tasks lists the extension under capabilities.extensions and has no capabilities.tasks.',
      'MCP26.tasks.undeclared': 'tasks/get, update and cancel of a request that does not declare the extension are -32021.',
      'MCP26.tasks.undeclared-optional': 'Without the declaration a tool that may run as a task runs to its end before the answer.',
      'MCP26.tasks.undeclared-required': 'Without the declaration a tool that must run as a task is -32021 naming the extension.',
      'MCP26.tasks.per-request': 'The declaration of the very request counts, not of an earlier one.',
      'MCP26.tasks.create': 'CreateTaskResult is flat, resultType is task, with no result, error, questions or requestState.',
      'MCP26.tasks.durable': 'A task can be looked at as soon as its creation was answered.',
      'MCP26.tasks.get-completed': 'A completed task holds the result the call would have had, tool errors included.',
      'MCP26.tasks.get-failed': 'failed is for protocol errors and holds code and message, no result.',
      'MCP26.tasks.get-input': 'A task that waits is input_required and shows every unanswered question.',
      'MCP26.tasks.update-subset': 'tasks/update may answer some questions; the others stay, unknown and answered keys are ignored.',
      'MCP26.tasks.update-malformed': 'Answers that are no objects are -32602 and answer nothing.',
      'MCP26.tasks.keys': 'A key names one question in the life of a task: an answer that does not fit is asked for under a new one.',
      'MCP26.tasks.cancel': 'tasks/cancel is acknowledged with nothing in it, ends the work, and is the same for an ended task.',
      'MCP26.tasks.removed': 'tasks/result and tasks/list are -32601, HTTP 404.',
      'MCP26.tasks.unknown': 'An unknown task id is -32602.',
      'MCP26.tasks.owner': 'Tasks are bound to the principal: to everybody else they do not exist.',
      'MCP26.tasks.header': 'Mcp-Name repeats the task id of tasks/get, update and cancel.',
      'MCP26.tasks.task-param': 'The task parameter of 2025-11-25 is tolerated and ignored.',
      'MCP26.tasks.rounds-first': 'Rounds of questions come before the task: the last one is answered with the task.',
      'MCP26.tasks.disconnect': 'A task outlives the connection that began it.',
      'MCP26.tasks.outlive': 'Where a platform ends work with the answer, it is told to keep the work of a task.',
      'MCP26.tasks.ttl': 'A task is kept until createdAt + ttlMs and not less.',
      'MCP26.tasks.notifications': 'subscriptions/listen with taskIds tells each change of the own tasks as notifications/tasks.',
      'MCP26.tasks.atomic': 'A status changes in one step: two changes at once lose none, and an ended task stays as it ended.',
    },
    'SEP-2663',
  ),
  ...rowsOf(
    {
      'MCP25.tasks.client':
        'The official clients 1.24 and 1.32 get results, errors and questions of tasks by callToolStream, on Node and on workerd.',
      'MCP25.tasks.capability':
        'initialize of 2025-11-25 lists tasks with list, cancel and tools/call; other revisions have neither it nor its methods.',
      'MCP25.tasks.create':
        'tools/call with params.task is answered with { task }; task.ttl is kept up to tasks.maxTtlMs, and a malformed task is -32602.',
      'MCP25.tasks.support':
        'task for a tool that is none is -32601 TASK_AUGMENTATION_NOT_SUPPORTED; a required task without it is TASK_AUGMENTATION_REQUIRED.',
      'MCP25.tasks.ended': 'tasks/cancel of an ended task is -32602, and tasks/result of a cancelled one is an error.',
      'MCP25.tasks.owner':
        'tasks/list shows the tasks of the signed-in person and client; anonymous callers see those of their own session alone.',
      'MCP25.tasks.list': 'tasks/list has pages of 100, oldest first; a cursor holds when its task is gone.',
      'MCP25.tasks.status': 'notifications/tasks/status tells the session of each status that its task gets.',
      'MCP25.tasks.refused':
        'Questions of a task are requests on the stream of tasks/result; an error as their answer is an error in the tool.',
    },
    'MCP 2025-11-25',
  ),
];
