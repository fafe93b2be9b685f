import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { askForLogin, closeLogin } from '../session/login-request.ts'

/**
 * Asks before unsaved input is lost, on closing the form, on leaving the page and on Back, and holds the form while it is being
 * saved. `close` closes the form or opens the question; `question` belongs to the dialog that asks.
 */
export function useUnsavedGuard({
  isDirty,
  isBusy,
  isInList = false,
  onClose,
}: {
  isDirty: () => boolean
  /** The form is being saved and cannot be closed. */
  isBusy: boolean
  /** It stands in a row of a list: another search, filter or page of the list may take it away too. */
  isInList?: boolean
  onClose: () => void
}) {
  const [isAsking, setIsAsking] = useState(false)
  // Nothing to ask: what was sent cannot be taken back, and its answer belongs into the form.
  useBlocker({ disabled: !isBusy, shouldBlockFn: takesFormAway, enableBeforeUnload: false })
  // What leads to the login page opens it over this one, unless that is what the owner turns away from.
  useBlocker({
    shouldBlockFn: ({ next }) => isDirty() && next.pathname === '/login' && askForLogin(),
    enableBeforeUnload: false,
  })
  const leave = useBlocker({
    shouldBlockFn: (change) => isDirty() && !isBusy && (isInList || takesFormAway(change)),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  const isLeaving = leave.status === 'blocked'

  return {
    close() {
      if (isBusy) return
      if (isDirty()) setIsAsking(true)
      else onClose()
    },
    question: {
      isOpen: isAsking || isLeaving,
      onClose() {
        setIsAsking(false)
        if (!isLeaving) return
        leave.reset()
        closeLogin()
      },
      onConfirm() {
        setIsAsking(false)
        if (isLeaving) leave.proceed()
        else onClose()
      },
    },
  }
}

/**
 * Also on one page: the address holds the open order and the day, and Back takes them away with the forms in them, as a notice does
 * that opens another order. The page itself changes nothing else of its address behind an open form but its filters and its number of
 * a page, which leave the form.
 */
const takesFormAway: ShouldBlockFn = ({ current, next, action }) =>
  current.pathname !== next.pathname || (action !== 'PUSH' && action !== 'REPLACE') || isOrderLeft(current, next)

const isOrderLeft = (current: Page, next: Page): boolean =>
  orderOf(current) !== undefined && orderOf(current) !== orderOf(next)

type Page = { search: object }
const orderOf = ({ search }: Page): unknown => ('order' in search ? search.order : undefined)
