/** The form in the page: three labelled fields in a group, styled by nothing but the page itself. */
export const standInElements = `
const FIELDS = [
  { name: 'number', label: 'Card number', autocomplete: 'cc-number', placeholder: '4242 4242 4242 4242', wrong: 'Your card number is incomplete.', isRight: (digits) => digits.length >= 13 && digits.length <= 19 },
  { name: 'expiry', label: 'Expiry date (MM / YY)', autocomplete: 'cc-exp', placeholder: '12 / 34', wrong: "Your card's expiration date is incomplete.", isRight: (digits) => /^(0[1-9]|1[0-2])\\d{2}$/.test(digits) },
  { name: 'cvc', label: 'Security code', autocomplete: 'cc-csc', placeholder: '123', wrong: "Your card's security code is incomplete.", isRight: (digits) => /^\\d{3,4}$/.test(digits) },
];
let count = 0;

const digitsOf = (input) => input.value.replace(/\\D/g, '');

const fieldOf = ({ label, autocomplete, placeholder }, id) => {
  const text = document.createElement('label');
  text.htmlFor = id;
  text.textContent = label;
  const input = document.createElement('input');
  Object.assign(input, { id, autocomplete, placeholder, type: 'text', inputMode: 'numeric', ariaRequired: 'true' });
  const row = document.createElement('p');
  row.append(text, document.createElement('br'), input);
  return { row, input };
};

class PaymentElement {
  constructor() {
    this.listeners = {};
    this.inputs = {};
    this.isComplete = false;
  }
  mount(target) {
    const container = typeof target === 'string' ? document.querySelector(target) : target;
    if (!container) throw new Error('There is no element to mount the payment form in.');
    const group = document.createElement('fieldset');
    const legend = document.createElement('legend');
    legend.textContent = 'Card (test)';
    group.append(legend);
    count += 1;
    for (const field of FIELDS) {
      const { row, input } = fieldOf(field, 'stripe-' + field.name + '-' + count);
      input.addEventListener('input', () => this.change());
      input.addEventListener('focus', () => this.emit('focus'));
      input.addEventListener('blur', () => this.emit('blur'));
      this.inputs[field.name] = input;
      group.append(row);
    }
    this.group = group;
    container.replaceChildren(group);
    setTimeout(() => this.emit('ready'), 30);
  }
  change() {
    this.isComplete = this.problem() === undefined;
    const empty = FIELDS.every(({ name }) => this.inputs[name].value === '');
    this.emit('change', { complete: this.isComplete, empty, collapsed: false, value: { type: 'card' } });
  }
  problem() {
    return FIELDS.find(({ name, isRight }) => !this.inputs[name] || !isRight(digitsOf(this.inputs[name])))?.wrong;
  }
  card() {
    return digitsOf(this.inputs.number);
  }
  on(name, listener) {
    (this.listeners[name] ??= []).push(listener);
    return this;
  }
  once(name, listener) {
    const wrapped = (event) => { this.off(name, wrapped); listener(event); };
    return this.on(name, wrapped);
  }
  off(name, listener) {
    this.listeners[name] = listener ? (this.listeners[name] ?? []).filter((each) => each !== listener) : [];
    return this;
  }
  emit(name, details) {
    for (const listener of this.listeners[name] ?? []) listener({ elementType: 'payment', ...details });
  }
  update() {}
  focus() { this.inputs.number?.focus(); }
  blur() { document.activeElement?.blur(); }
  clear() { for (const input of Object.values(this.inputs)) input.value = ''; }
  collapse() {}
  unmount() { this.group?.remove(); }
  destroy() { this.unmount(); this.onDestroy?.(); }
}

class Elements {
  constructor(options = {}) {
    this.options = options;
    this.element = null;
    this.wasSubmitted = false;
  }
  create(type) {
    if (type !== 'payment') throw new Error('The stand-in knows the payment element alone, not ' + type + '.');
    if (this.element) throw new Error('Can only create one payment element.');
    this.element = new PaymentElement();
    this.element.onDestroy = () => { this.element = null; };
    return this.element;
  }
  getElement(type) {
    return type === 'payment' ? this.element : null;
  }
  update(options) {
    Object.assign(this.options, options);
  }
  on() { return this; }
  off() { return this; }
  once() { return this; }
  async fetchUpdates() { return {}; }
  async submit() {
    this.wasSubmitted = true;
    const message = this.element ? this.element.problem() : 'The payment form is not in the page.';
    return message ? { error: { type: 'validation_error', code: 'incomplete_payment_details', message } } : { selectedPaymentMethod: 'card' };
  }
}
`
