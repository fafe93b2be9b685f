import { failureOf, isUnanswered } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import type { ImportedProducts } from '@marashi/domain/contracts/admin-product-file'
import { buttonClass } from '@marashi/ui/button'
import { FileUp } from 'lucide-react'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { commonCopy } from '../../../copy/common.ts'
import { productsCopy } from '../../../copy/products.ts'
import { FormDialog } from '../../../lib/forms/form-dialog.tsx'
import { randomId } from '../../../lib/forms/random-id.ts'
import { notifySuccess } from '../../../lib/notify/notify.ts'
import styles from './import-dialog.module.css'
import { ImportOutcome } from './import-outcome.tsx'
import { importProducts } from './import-products.ts'

const copy = productsCopy.file

/** Reads products from a file: first a look at what would happen, with every mistake in it, then all of it or nothing. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [file, setFile] = useState<{ name: string; csv: string }>()
  const [outcome, setOutcome] = useState<ImportedProducts>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  // The same until the shop has answered: a file is stored once, however often the button is pressed.
  const idempotencyKey = useRef<string>(undefined)
  const utils = trpc.useUtils()

  async function whileBusy(work: () => Promise<void>) {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(isUnanswered(error) ? commonCopy.noAnswer : failureOf(error).text || (error as Error).message)
    } finally {
      setIsBusy(false)
    }
  }

  const check = (csv: string) =>
    whileBusy(async () => setOutcome(await utils.client.admin.products.importFile.mutate({ csv, isDryRun: true })))

  const store = (csv: string) =>
    whileBusy(async () => {
      idempotencyKey.current ??= randomId()
      const answer = await importProducts(csv, idempotencyKey.current)
      idempotencyKey.current = undefined
      setOutcome(answer)
      if (!answer.isStored) return
      await utils.catalogue.invalidate()
      notifySuccess(copy.done(answer.created, answer.updated))
      onClose()
    })

  async function choose(chosen: File | undefined) {
    if (!chosen) return
    const csv = await chosen.text()
    setFile({ name: chosen.name, csv })
    setOutcome(undefined)
    idempotencyKey.current = undefined
    await check(csv)
  }

  const isReady = outcome !== undefined && outcome.problems.length === 0

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    if (!file) setProblem(copy.noFile)
    else void (isReady ? store(file.csv) : check(file.csv))
  }

  return (
    <FormDialog
      title={copy.title}
      description={copy.hint}
      onClose={onClose}
      onSubmit={submit}
      isDirty={isReady}
      isBusy={isBusy}
      submitLabel={isReady ? copy.submit(outcome.created + outcome.updated) : copy.check}
      busyLabel={copy.checking}
      problem={problem}
    >
      <div className={styles.choose}>
        <input
          type="file"
          id={id}
          accept=".csv,text/csv"
          className={styles.file}
          onChange={(event) => {
            const chosen = event.target.files?.[0]
            // The browser reports no change when the corrected file is chosen again.
            event.target.value = ''
            void choose(chosen)
          }}
        />
        <label htmlFor={id} className={buttonClass({ variant: 'outline' })}>
          <FileUp size={18} aria-hidden="true" />
          {copy.choose}
        </label>
        {file && <span className={styles.name}>{file.name}</span>}
      </div>
      {outcome && <ImportOutcome outcome={outcome} />}
    </FormDialog>
  )
}
