// Starting React is half of the entry's work; as a module of its own it is a step of its own in `boot`.
import 'react-dom/client'
