/**
 * Name of the variable that holds those of the project, as JSON, until the program sets them. They never stand in the environment with which
 * the process starts: Node and the system's loader obey some names before the first line runs, and a foreign `.env` with NODE_OPTIONS or
 * LD_PRELOAD would end the restrictions.
 */
export const givenVariables = 'SERVICE_GIVEN_VARIABLES';
