import os
import sys

sys.path.insert(0, os.path.abspath("."))

project = "Handbook"
extensions = ["clocksweep_sphinx"]
clocksweep_url = "https://lab.example/"
