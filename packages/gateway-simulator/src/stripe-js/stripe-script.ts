/** `window.Stripe`: what wrappers look for, and the calls by which a page pays. */
export const standInStripe = `
const idOf = (clientSecret) => String(clientSecret).split('_secret_')[0];

const pay = async (clientSecret, body) => {
  try {
    const answer = await fetch(simulator + '/control/stripe/intents/' + encodeURIComponent(idOf(clientSecret)) + '/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientSecret, ...body }),
    });
    return await answer.json();
  } catch {
    return { error: { type: 'api_connection_error', message: 'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.' } };
  }
};

/** The bank asks its customer; the stand-in asks with a dialog. */
const challenge = async (clientSecret) =>
  pay(clientSecret, window.confirm('Test bank: do you approve this payment?') ? { outcome: 'succeeded' } : { decline: 'authentication_failed' });

const settled = async (clientSecret, result) =>
  result.paymentIntent?.status === 'requires_action' ? challenge(clientSecret) : result;

const notHere = (name) => () => Promise.reject(new Error('The stand-in for Stripe.js does not know ' + name + '.'));

const Stripe = (key, options) => {
  if (typeof key !== 'string' || !key.startsWith('pk_')) throw new Error('Please call Stripe() with your publishable key.');
  return {
    elements: (settings) => new Elements(settings),
    confirmPayment: async ({ elements, clientSecret, redirect }) => {
      // Stripe insists when the intent was made after the form.
      if (!elements.options.clientSecret && !elements.wasSubmitted) throw new Error('elements.submit() must be called before stripe.confirmPayment().');
      const { error } = await elements.submit();
      if (error) return { error };
      if (redirect !== 'if_required') throw new Error("The stand-in pays without leaving the page: redirect must be 'if_required'.");
      const secret = clientSecret ?? elements.options.clientSecret;
      return settled(secret, await pay(secret, { card: elements.getElement('payment').card() }));
    },
    handleNextAction: async ({ clientSecret }) => challenge(clientSecret),
    retrievePaymentIntent: notHere('retrievePaymentIntent'),
    confirmCardPayment: notHere('confirmCardPayment'),
    createPaymentMethod: notHere('createPaymentMethod'),
    createToken: notHere('createToken'),
    registerAppInfo: () => {},
    _registerWrapper: () => {},
    _apiKey: key,
    _options: options,
  };
};
// The release that @stripe/stripe-js asks for; another one makes it warn.
Stripe.version = 'endive';
window.Stripe = Stripe;
`
