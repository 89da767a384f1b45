import Stripe from 'stripe';

export async function probe(): Promise<string> {
  const fetch = async (): Promise<Response> => Response.json({ id: 'cus_1', object: 'customer' });
  const stripe = new Stripe('none', { httpClient: Stripe.createFetchHttpClient(fetch) });
  return (await stripe.customers.retrieve('cus_1')).id;
}
