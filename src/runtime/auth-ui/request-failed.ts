/** What a page says when `auth.extras` could not answer: a function that threw, or no answer at all. */
export const requestFailed = 'The request failed. Please try again.';
