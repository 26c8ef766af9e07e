"""The camera: pictures in, events out; what is read here is drawn here."""
