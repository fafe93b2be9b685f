import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The order was opened from the list, so that closing it may go back there. */
    isOpenedFromList?: boolean
  }
}

/** Opens an order; the address says which, so that Back closes it. `isReplacing` goes from one open order to another. */
export function OrderLink({
  id,
  isReplacing = false,
  children,
  ...rest
}: {
  id: string
  isReplacing?: boolean
  className?: string | undefined
  'aria-label'?: string
  children: ReactNode
}) {
  return (
    <Link
      {...rest}
      from="/orders"
      to="/orders"
      search={(search) => ({ ...search, order: id })}
      state={(state) => ({ ...state, isOpenedFromList: isReplacing ? (state.isOpenedFromList ?? false) : true })}
      replace={isReplacing}
      resetScroll={false}
    >
      {children}
    </Link>
  )
}
