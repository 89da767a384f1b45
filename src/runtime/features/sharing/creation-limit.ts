/** Sessions that one address (or one signed-in user) may open: many more than a client does, few enough to fill no store. */
export const creationLimit = { maxRequests: 600, windowMs: 60_000 };
