import { toast } from '@marashi/ui/toast'
import { quantityCopy } from '../../copy/quantity.ts'
import { cartActions } from './use-cart.ts'

/** Takes a line out of the cart; the toast offers to put it back where it was. */
export function removeWithUndo(id: string): void {
  const { items } = cartActions.read()
  const position = items.findIndex((line) => line.id === id)
  const line = items[position]
  if (!line) return
  cartActions.removeItem(id)
  toast({
    title: quantityCopy.removed,
    description: line.name,
    action: {
      label: quantityCopy.undo,
      altText: quantityCopy.undoAlt,
      onAction: () => cartActions.restoreItem(line, position),
    },
  })
}
