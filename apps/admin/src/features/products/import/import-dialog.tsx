import { failureOf, mayBeDone } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import type { ImportedProducts } from '@marashi/domain/contracts/admin-product-file'
import { buttonClass } from '@marashi/ui/button'
import { FileUp } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import { productsCopy } from '../../../copy/products.ts'
import { FormDialog } from '../../../lib/forms/form-dialog.tsx'
import { problemOf } from '../../../lib/forms/problem-of.ts'
import { isSavedBefore, sendOnce } from '../../../lib/forms/send-once.ts'
import { notifySuccess } from '../../../lib/notify/notify.ts'
import styles from './import-dialog.module.css'
import { ImportOutcome } from './import-outcome.tsx'

const copy = productsCopy.file

/** Reads products from a file: first a look at what would happen, with every mistake in it, then all of it or nothing. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [file, setFile] = useState<{ name: string; csv: string }>()
  const [outcome, setOutcome] = useState<ImportedProducts>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const utils = trpc.useUtils()

  async function whileBusy(work: () => Promise<void>) {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      const failure = failureOf(error)
      setProblem(problemOf(error))
      if (mayBeDone(failure) || isSavedBefore(failure.code)) void utils.catalogue.invalidate()
    } finally {
      setIsBusy(false)
    }
  }

  const { importFile } = utils.client.admin.products
  const check = (csv: string) => whileBusy(async () => setOutcome(await importFile.mutate({ csv, isDryRun: true })))

  const store = (csv: string) =>
    whileBusy(async () => {
      const answer = await sendOnce('import', (options) => importFile.mutate({ csv, isDryRun: false }, options))
      setOutcome(answer)
      if (!answer.isStored) return
      await utils.catalogue.invalidate()
      notifySuccess(copy.done(answer.created, answer.updated))
      onClose()
    })

  async function choose(chosen: File | undefined) {
    if (!chosen) return
    setFile(undefined)
    setOutcome(undefined)
    // A file in a cloud may be out of reach, and one that was changed since it was chosen is not read.
    const csv = await chosen.text().catch(() => undefined)
    if (csv === undefined) return setProblem(copy.unreadable)
    setFile({ name: chosen.name, csv })
    await check(csv)
  }

  const count = outcome && outcome.problems.length === 0 ? outcome.created + outcome.updated : 0
  const isReady = count > 0

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
      submitLabel={isReady ? copy.submit(count) : copy.check}
      busyLabel={copy.checking}
      problem={problem}
    >
      <div className={styles.choose}>
        <input
          type="file"
          id={id}
          accept=".csv,text/csv"
          className={styles.file}
          aria-disabled={isBusy}
          // What the shop is looking at is what the button stores then, and not another file that nobody has looked at.
          onClick={(event) => isBusy && event.preventDefault()}
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
