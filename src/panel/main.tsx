import { render } from 'preact'
import './style/index.css'
import { App } from './app.js'

render(<App />, document.getElementById('panel')!)
