/** The number of pieces of a perfume, in the cart and on its card. See docs/behaviour.md#cart-actions. */
export const quantityCopy = {
  quantity: (name: string) => `Quantity of ${name}`,
  less: (name: string) => `One less of ${name}`,
  more: (name: string) => `One more of ${name}`,
  remove: (name: string) => `Remove ${name}`,
  removed: 'Removed from cart',
  undo: 'Undo',
  undoAlt: 'Add it again from its product page',
  undoAddAlt: 'Take it out with minus, where Add was',
} as const
