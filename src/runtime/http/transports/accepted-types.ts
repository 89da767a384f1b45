/** Whether an `Accept` header names what an answer may be; types have no case (RFC 9110 §8.3.1). */
export const acceptsJson = /application\/(json|\*)|\*\/\*/i;
export const acceptsEvents = /text\/(event-stream|\*)|\*\/\*/i;
