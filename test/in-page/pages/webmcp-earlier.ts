/* The page of webmcp.ts in an earlier browser. */
import './earlier-model-context.ts';
import './webmcp.ts';
