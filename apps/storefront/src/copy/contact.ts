/** The contact page. Fees come from the rules and are not repeated here. See docs/behaviour.md#shop-details. */
export const contactCopy = {
  title: 'Contact Us',
  lead: 'Ask about a scent, an order or a delivery. A person answers.',
  call: (phone: string) => `Call ${phone}`,
  chat: 'Chat on WhatsApp',
  greeting: (shop: string) => `Hello ${shop}, I have a question.`,
  openNow: 'Open now',
  closed: (next: string | null) => (next ? `Closed – opens ${next}` : 'Closed'),
  businessInfo: 'Business information',
  phone: 'Phone',
  email: 'Email',
  place: 'Location',
  country: 'Kenya',
  hours: 'Opening hours',
  delivery: 'Delivery fees',
} as const
