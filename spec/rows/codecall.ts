import { rowsOf, type RequirementRow } from '../requirement-row.ts';

/** `@service/plugin-codecall`: tools that are found, and called from scripts of models. */
export const rows: readonly RequirementRow[] = rowsOf({
  'PX1.modes':
    'mode codecall_only (the default) lists the tools of the plugin alone and finds all others; codecall_opt_in lists all and finds those with enabledInCodeCall; metadata_driven does both as the field codecall of a tool says, and lists and does not find one without it. Internal tools are never found, hidden ones only with enabledInCodeCall.',
  'PX1.filters':
    'appIds and includeTools choose the tools that are found and called; topK is 8 tools for each query, maxDefinitions 8 tools for each describe.',
  'PX1.direct': 'directCalls.enabled false leaves codecall:invoke out; allowedTools and filter choose what it calls.',
  'PX1.options':
    'A wrong value of an option is refused at build and at start, with its name and what it must be. embedding.useHNSW is false alone, as its type says.',
  'PX1.unused':
    'An option that does nothing beside the others is refused at build and at start with the reason: embed, modelName and cacheDir without strategy ml, synonymExpansion with it, members of a group that its enabled leaves out.',
  'PX2.presets':
    'vm.preset is locked_down, secure (the default), balanced or experimental: 2000, 3500, 5000 and 10000 ms; the first two allow no loops, the first no console. timeoutMs, allowLoops, allowConsole and maxSteps (100 calls of tools) replace what it says.',
  'PX2.disabled':
    'Names of disabledBuiltins and disabledGlobals, eval and Function are not there, and a script that uses one is illegal_access with its line and column.',
  'PX3.ml': "embedding.strategy ml takes the user's embed(texts), and is refused without one with a text that says so.",
  'PX3.synonyms':
    'synonymExpansion.additionalSynonyms are words that find the same tools, at most maxExpansionsPerTerm for each word; with replaceDefaults they alone are.',
  'PX4.sidecar':
    'Without sidecar.enabled a script of more than maxScriptLengthWhenDisabled (65,536) characters is illegal_access; with it, texts of extractionThreshold characters are taken out before the script is compiled, and give the same values.',
  'PX5.field':
    'The field codecall of a tool has visibleInListTools, enabledInCodeCall, appId, source and tags; a wrong one is refused. Without the plugin it does nothing.',
  'PX6.search':
    'codecall:search takes 1 to 10 queries, appIds, excludeToolNames, topK (10) and minRelevanceScore (0.1) and gives { tools [{ name, appId, description, relevanceScore, matchedQueries }], warnings [{ type, message, affectedTools }], totalAvailableTools }; types are excluded_tool_not_found, no_results and low_relevance.',
  'PX6.catalogue': 'What searches know of a tool is made once for it, and not for each search.',
  'PX7.describe':
    'codecall:describe takes unique toolNames and gives { tools [{ name, appId, description, inputSchema, outputSchema, annotations, usageExamples [at most 5 { description, code }] }], notFound, declarations }; declarations are valid TypeScript.',
  'PX8.execute': 'codecall:execute takes a script of at most 102,400 characters and allowedTools, and gives { status ok, result, logs }.',
  'PX8.statuses':
    'What fails has the status syntax_error (with line and column), illegal_access, runtime_error, tool_error (with toolName and code) or timeout, with error and the logs so far; the server lives.',
  'PX8.engine-lives': 'A script that breaks its engine, or never ends, has no effect on those after it.',
  'PX9.invoke': "codecall:invoke { tool, input } gives the tool's result as it is; a tool that is not found is the error TOOL_NOT_FOUND.",
  'PX10.skills':
    'codecall:searchSkills gives { skills [{ name, description, tags, operations, tools, relevanceScore, matchedQueries, source }], warnings, totalExecutableSkills } of skills that name tools or operations; codecall:searchKnowledge { knowledge, warnings, totalKnowledgeSkills } of the others. Both search the texts and the kept index that skills/search does, and no skill with visibility http.',
  'PX11.world':
    'A script has callTool(name, args, { throwOnError }), getTool(name), mcpLog, mcpNotify, console when allowed, and dotted names of tools as namespaces; without throwOnError it gets { success, data, error }.',
  'PX11.blocked':
    'codecall:*, system:*, internal:* and __* are illegal_access, tools outside of allowedTools too; a tool that this caller may not see is unknown.',
  'PX11.loops': 'Loops run 10,000 rounds together, counted on the syntax tree.',
  'PX11.cut': 'Results and logs are JSON, cut by depth, length and size; what was left out is told in its place.',
  'PX11.sent':
    'A script sends at most 10,000 calls, 4,194,304 characters of arguments to all tools together and 200 messages of 4,001 characters; names of tools have 256 characters. More is refused inside the sandbox, and the server hears nothing of it.',
  'PX11.origin':
    'A call of a script has the origin model: consent, authorities, approvals, flags, rates, limits, hooks and visibility of tools hold as for a client, and nothing of them is skipped.',
  'PX11.escape':
    'No script reaches anything but callTool, getTool and its logs, on node and on workerd; each ends in time, and the server answers others meanwhile.',
  'PX11.isolates':
    "With `sandbox: { provider: 'worker-loader', binding }` (SERVICE_LOADER) each script on a worker runs in an isolate of its own, without network, variables and bindings, with the time of the script as its limit of CPU time; it and the server send each other text alone, of which the server believes nothing. The build plans the binding in `worker_loaders`, and the bundle has no other engine; every other target refuses the option by name, a server without the binding at its start.",
  'PX11.cancel': 'A call that is cancelled ends its script and the tools that it has called.',
  'PX11.progress': 'What a script says is sent as progress and as log messages while it runs.',
  'PX11.asks': 'A tool that asks its client does so from a script too, in both eras; the time of the script stands still meanwhile.',
  'PX11.places':
    'On node 4 scripts run at once, and 8 are open with those whose tools wait for a person; one caller (a person, or the session of a stranger) has 2 and 4 of them, one network 3 and 6. On workers 3 are open, 1 of a caller and 2 of a network. 64 wait for their turn, no longer than they may run; more has the status timeout. A script has 8 open questions at most; those that it leaves open at its end are withdrawn, and what is told to it afterwards has no effect on others.',
  'PX11.owners': 'Nothing of the script of one caller is there for the script of another.',
  'PX12.cache': 'The cache plugin is a peer: results of tools with the field cache are kept for scripts as for clients.',
  'PX.pages': 'A server in a page refuses the plugin at its start, by name.',
  'PX.size':
    'A bundle with the plugin is at most 22.8 kB (gzip) larger than one of plain tools, apart from WebAssembly and the parser of scripts; a bundle without it has no byte of it.',
  'PU1.umbrella':
    '@service/plugins re-exports the plugins for caches, CodeCall and memories; a bundle that lists one has nothing of the others.',
});
